"""Reports: what is shown of a turn, a table, a trial, a plan, an audit, made from views only."""
