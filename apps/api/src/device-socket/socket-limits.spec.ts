import { CLOSE_CODES } from '@drover/contract';
import type { WebSocket } from 'ws';
import { closeSoon } from './socket-limits';

describe('closeSoon', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('terminates sockets after a second, one after the other', () => {
    const terminated: number[] = [];
    const sockets = [1, 2, 3].map((number) => ({
      close: jest.fn(),
      pause: jest.fn(),
      terminate: () => void terminated.push(number),
    }));
    for (const socket of sockets) {
      closeSoon(socket as unknown as WebSocket, CLOSE_CODES.tooManyFrames, 'too many');
      expect(socket.close).toHaveBeenCalledWith(CLOSE_CODES.tooManyFrames, 'too many');
    }
    jest.advanceTimersByTime(999);
    expect(terminated).toEqual([]);
    for (const expected of [[1], [1, 2], [1, 2, 3]]) {
      jest.advanceTimersByTime(2);
      expect(terminated).toEqual(expected);
    }
  });
});
