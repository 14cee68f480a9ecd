const { warehouse, shelves, quick } = hamibot.env;

console.log(`Counting ${shelves} shelves in ${warehouse} on ${hamibot.robotName}`);

let shelf = 0;
const timer = setInterval(
  () => {
    shelf += 1;
    const boxes = (shelf * 37) % 23;
    if (boxes > 0) console.log(`Shelf ${shelf}: ${boxes} boxes`);
    else console.warn(`Shelf ${shelf} is empty: ask for new stock`);
    if (shelf < shelves) return;
    clearInterval(timer);
    console.log('Done');
  },
  quick ? 40 : 120,
);
