"""What cards do, as frozen data, and how that data is read and carried out."""
