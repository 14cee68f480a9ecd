/** A link that owes its device an acknowledgement. */
interface Debtor {
  sendAck(): void;
}

/** So many at one time, and the next ones are gathered: what a device reports meanwhile is acknowledged with it. */
const manyAtOnce = 256;
const gatherMs = 500;

/**
 * Sends acknowledgements at once while there are few, and half a second later at most where thousands of devices report
 * at one time, as TCP does (RFC 1122, 4.2.3.2): each is a write to a socket, and a later one stands for all before it.
 */
export function createAcknowledgements(): (link: Debtor) => void {
  const due = new Set<Debtor>();
  let isFlushing = false;
  let areMany = false;

  function flush(): void {
    isFlushing = false;
    areMany = due.size >= manyAtOnce;
    const links = [...due];
    due.clear();
    for (const link of links) link.sendAck();
  }

  return (link) => {
    due.add(link);
    if (isFlushing) return;
    isFlushing = true;
    if (areMany) setTimeout(flush, gatherMs).unref();
    else setImmediate(flush);
  };
}
