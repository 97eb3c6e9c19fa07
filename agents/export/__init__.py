"""A trained agent as a folder that needs nothing of this library: one ONNX file, its layout, pairs to check it with,
and code that uses it. ``bundle.export`` writes one; ``onnx:FOLDER`` loads it as an agent.
"""
