"""What `manage.py` can do besides what Django and the apps bring."""
