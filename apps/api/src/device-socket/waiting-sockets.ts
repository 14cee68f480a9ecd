import { BUDGET } from '@drover/contract/budget';

/** Counts sockets whose client has not proved who it is, so that strangers cannot fill the memory of the server. */
export interface WaitingSockets {
  /** Returns the function that ends the wait, or undefined if too many are waiting. */
  enter(address: string): (() => void) | undefined;
}

export function createWaitingSockets(
  maxPerAddress: number = BUDGET.linksWaitingPerAddress.max,
  max: number = BUDGET.linksWaiting.max,
): WaitingSockets {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    enter(address) {
      const count = counts.get(address) ?? 0;
      if (count >= maxPerAddress || total >= max) return undefined;
      counts.set(address, count + 1);
      total += 1;
      let isWaiting = true;
      return () => {
        if (!isWaiting) return;
        isWaiting = false;
        total -= 1;
        const left = (counts.get(address) ?? 1) - 1;
        if (left > 0) counts.set(address, left);
        else counts.delete(address);
      };
    },
  };
}
