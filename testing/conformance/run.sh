#!/bin/bash
# Usage: run.sh PROGRAM : as a test, on the devices that the environment shows.
exec "$1"
