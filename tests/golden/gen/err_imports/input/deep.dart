class Deep {}
