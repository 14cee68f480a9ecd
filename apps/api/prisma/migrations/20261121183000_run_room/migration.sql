-- A run is written again as it is offered, starts and ends: with room in its page, the first of these writes no index.
ALTER TABLE "Run" SET (fillfactor = 50);
