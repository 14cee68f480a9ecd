interface Node<Item> {
  item: Item;
  next?: Node<Item>;
}

interface List<Item> {
  first: Node<Item>;
  last: Node<Item>;
}

/** Waiting items of many owners, such as accounts. Owners take turns, and the items of one owner come in order. */
export class FairQueue<Item> {
  /** The items of each owner. The owner whose turn is next comes first. */
  private readonly lists = new Map<string, List<Item>>();
  private count = 0;

  /** The number of items of all owners. */
  get size(): number {
    return this.count;
  }

  get isEmpty(): boolean {
    return this.lists.size === 0;
  }

  /** The owners of waiting items. */
  owners(): Iterable<string> {
    return this.lists.keys();
  }

  has(owner: string): boolean {
    return this.lists.has(owner);
  }

  push(owner: string, item: Item): void {
    const node = { item };
    this.count += 1;
    const list = this.lists.get(owner);
    if (!list) return void this.lists.set(owner, { first: node, last: node });
    list.last.next = node;
    list.last = node;
  }

  /** Returns the item whose turn it is, without removing it. */
  peek(): Item | undefined {
    for (const { first } of this.lists.values()) return first.item;
    return undefined;
  }

  /** Removes the item whose turn it is, of an owner that is ready. Its owner then comes last. */
  shift(isReady: (owner: string) => boolean = () => true): Item | undefined {
    for (const [owner, list] of this.lists) {
      if (!isReady(owner)) continue;
      const { item, next } = list.first;
      this.count -= 1;
      // A single owner keeps its place, because deleting and adding an entry of a map for each item is slow.
      if (!next || this.lists.size > 1) this.lists.delete(owner);
      if (next) {
        list.first = next;
        this.lists.set(owner, list);
      }
      return item;
    }
    return undefined;
  }
}
