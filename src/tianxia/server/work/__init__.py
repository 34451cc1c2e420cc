"""What a process does without being asked: programs play, clocks run out, notices are sent."""
