"""What Python asks of a Generator besides its methods: copies, and pickles, which go on where it stands."""
from .random import Generator


def _restore(state):
    generator = Generator(0)
    generator.restore(state)
    return generator


Generator.__reduce__ = lambda self: (_restore, (self.state.tolist(),))
Generator.__copy__ = Generator.copy
Generator.__deepcopy__ = lambda self, memo: self.copy()
