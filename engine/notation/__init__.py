"""Scenario files: positions and steps written for people, the test language of the rules."""
