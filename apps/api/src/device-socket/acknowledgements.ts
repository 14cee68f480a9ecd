/** A link that has something to acknowledge. */
interface Acknowledger {
  sendAck(): void;
}

/** After a flush of this many links, the next acknowledgements are delayed and merged. */
const manyLinks = 256;
const delayMs = 500;

/**
 * Sends acknowledgements at once under low load, and with a delay of up to half a second when thousands of devices
 * report at the same time. Each acknowledgement is one write to a socket and covers all frames before it. TCP delays
 * acknowledgements for the same reason (RFC 1122, 4.2.3.2).
 */
export function createAcknowledgements(): (link: Acknowledger) => void {
  const due = new Set<Acknowledger>();
  let isFlushScheduled = false;
  let isBusy = false;

  function flush(): void {
    isFlushScheduled = false;
    isBusy = due.size >= manyLinks;
    const links = [...due];
    due.clear();
    for (const link of links) link.sendAck();
  }

  return (link) => {
    due.add(link);
    if (isFlushScheduled) return;
    isFlushScheduled = true;
    if (isBusy) setTimeout(flush, delayMs).unref();
    else setImmediate(flush);
  };
}
