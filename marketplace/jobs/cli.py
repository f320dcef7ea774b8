"""``flask --app app jobs ...``: background workers."""

from __future__ import annotations

import logging

import click
from flask import current_app
from flask.cli import AppGroup

from marketplace.jobs.processes import keep_working, work

cli = AppGroup("jobs", help="Background work.")


@cli.command("work")
@click.option("--processes", type=click.IntRange(1, 64), default=1, show_default=True, help="Worker processes to keep running.")
def work_command(processes: int) -> None:
    """Work off background jobs until stopped (SIGTERM or Ctrl+C).

    With JOBS_URL set, workers are called at once; without it they look for work every few seconds.
    """
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    click.echo(f"Working off background jobs with {processes} process(es). Stop with Ctrl+C.", err=True)
    if processes == 1:
        # Not the proxy: the work goes on in threads of its own.
        work(current_app._get_current_object())  # type: ignore[attr-defined]
    else:
        keep_working(processes)
