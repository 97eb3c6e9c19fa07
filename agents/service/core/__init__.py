"""The service without any transport: messages in, messages out."""
