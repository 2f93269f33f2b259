set(Facet_FOUND TRUE)
