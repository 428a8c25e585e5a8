# src/backends/null
