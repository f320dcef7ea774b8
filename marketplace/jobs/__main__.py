"""``python -m marketplace.jobs``: one worker process, with the settings of the environment."""

import logging

from marketplace import create_app
from marketplace.jobs.processes import work

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    work(create_app())
