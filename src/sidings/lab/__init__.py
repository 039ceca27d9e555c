"""The lab: matches and tournaments between bots, and the study of games on a large scale."""
