import { Reading } from './reading';

/** A socket that records whether it is paused. */
function createSocket() {
  const socket = {
    isPaused: false,
    pause: () => void (socket.isPaused = true),
    resume: () => void (socket.isPaused = false),
  };
  return socket;
}

describe('Reading', () => {
  it('is paused while one of several reasons holds', () => {
    const socket = createSocket();
    const reading = new Reading(socket);
    reading.pause('turn');
    reading.pause('unstored');
    reading.resume('turn');
    expect(socket.isPaused).toBe(true);
    reading.resume('unstored');
    expect(socket.isPaused).toBe(false);
  });

  it('does not resume for a reason that did not hold', () => {
    const socket = createSocket();
    socket.pause();
    new Reading(socket).resume('turn');
    expect(socket.isPaused).toBe(true);
  });
});
