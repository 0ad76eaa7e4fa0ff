import os

"""
@HostApi()
"""
