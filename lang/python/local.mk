# lang/python
