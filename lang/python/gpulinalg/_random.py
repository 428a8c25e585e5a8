"""Copying and pickling of a Generator. The copy continues at the same position of the stream."""
from ._copies import define as define_copies
from .random import Generator


def _restore(state):
    generator = Generator(0)
    generator.restore(state)
    return generator


define_copies(Generator, Generator.copy, lambda x: (x.state.tolist(),), _restore)
