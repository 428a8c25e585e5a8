"""What Python asks of a Generator besides its methods: copies, and pickles, which go on where it stands."""
from ._copies import define as define_copies
from .random import Generator


def _restore(state):
    generator = Generator(0)
    generator.restore(state)
    return generator


define_copies(Generator, Generator.copy, lambda x: (x.state.tolist(),), _restore)
