/** A link that has something to acknowledge. */
interface Acknowledger {
  sendAck(): void;
}

/** Acknowledgements of this many links are delayed and merged, and so are those that follow them. */
const manyLinks = 256;

/** Delayed acknowledgements are sent once no further link had one for a tick, at the latest after so many ticks. */
const tickMs = 250;
const maxTicks = 8;

/** Writes to sockets in one turn of the event loop. */
const linksPerTurn = 256;

/**
 * Sends acknowledgements at once under low load, and with a delay of up to two seconds when hundreds of devices report at
 * the same time. Each acknowledgement is one write to a socket and covers all frames before it. TCP delays
 * acknowledgements for the same reason (RFC 1122, 4.2.3.2).
 */
export function createAcknowledgements(): (link: Acknowledger) => void {
  const due = new Set<Acknowledger>();
  let isScheduled = false;
  let isBusy = false;

  function flushUnlessMany(): void {
    if (due.size < manyLinks) flush();
    else flushLater(1);
  }

  function flushLater(tick: number): void {
    const { size } = due;
    setTimeout(() => {
      if (due.size === size || tick === maxTicks) flush();
      else flushLater(tick + 1);
    }, tickMs).unref();
  }

  function flush(): void {
    isScheduled = false;
    isBusy = due.size >= manyLinks;
    const links = [...due];
    due.clear();
    send(links);
  }

  return (link) => {
    due.add(link);
    if (isScheduled) return;
    isScheduled = true;
    if (isBusy) flushLater(1);
    else setImmediate(flushUnlessMany);
  };
}

function send(links: Acknowledger[]): void {
  for (const link of links.slice(0, linksPerTurn)) link.sendAck();
  if (links.length > linksPerTurn) setImmediate(send, links.slice(linksPerTurn));
}
