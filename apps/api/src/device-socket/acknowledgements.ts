/** A link that has something to acknowledge. */
interface Acknowledger {
  sendAck(): void;
}

/** Acknowledgements of this many links are delayed and merged, and so are those that follow them. */
const manyLinks = 256;
const delayMs = 1000;

/** Writes to sockets in one turn of the event loop. */
const linksPerTurn = 256;

/**
 * Sends acknowledgements at once under low load, and with a delay of up to a second when hundreds of devices report at
 * the same time. Each acknowledgement is one write to a socket and covers all frames before it. TCP delays
 * acknowledgements for the same reason (RFC 1122, 4.2.3.2).
 */
export function createAcknowledgements(): (link: Acknowledger) => void {
  const due = new Set<Acknowledger>();
  let isFlushScheduled = false;
  let isBusy = false;

  function flushUnlessMany(): void {
    if (due.size < manyLinks) flush();
    else setTimeout(flush, delayMs).unref();
  }

  function flush(): void {
    isFlushScheduled = false;
    isBusy = due.size >= manyLinks;
    const links = [...due];
    due.clear();
    send(links);
  }

  return (link) => {
    due.add(link);
    if (isFlushScheduled) return;
    isFlushScheduled = true;
    if (isBusy) setTimeout(flush, delayMs).unref();
    else setImmediate(flushUnlessMany);
  };
}

function send(links: Acknowledger[]): void {
  for (const link of links.slice(0, linksPerTurn)) link.sendAck();
  if (links.length > linksPerTurn) setImmediate(send, links.slice(linksPerTurn));
}
