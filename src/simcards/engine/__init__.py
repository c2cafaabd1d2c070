"""The engine: thousands of deals in lockstep, one column a quantity, one compiled loop a step."""
