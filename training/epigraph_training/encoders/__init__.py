"""Train the encoders of contexts and quotations."""
