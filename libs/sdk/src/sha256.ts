/** First 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const [rounds, start] = createConstants();

/** SHA-256 of bytes that arrive in chunks: Web Crypto takes a content as a whole, and only in secure contexts. */
export class Sha256 {
  private readonly state = Uint32Array.from(start);
  private readonly words = new Uint32Array(64);
  private readonly block = new Uint8Array(64);
  private length = 0;

  update(bytes: Uint8Array): this {
    for (let index = 0; index < bytes.length;) {
      const used = this.length % 64;
      const chunk = bytes.subarray(index, index + 64 - used);
      this.block.set(chunk, used);
      this.length += chunk.length;
      index += chunk.length;
      if (this.length % 64 === 0) this.compress();
    }
    return this;
  }

  /** Returns the hash in hex. */
  digest(): string {
    const bits = this.length * 8;
    const padding = new Uint8Array(((119 - (this.length % 64)) % 64) + 9);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits % 2 ** 32);
    this.update(padding);
    return [...this.state].map((word) => word.toString(16).padStart(8, '0')).join('');
  }

  private compress(): void {
    const { state, words, block } = this;
    for (let i = 0; i < 16; i += 1) {
      const at = 4 * i;
      words[i] = (block[at] << 24) | (block[at + 1] << 16) | (block[at + 2] << 8) | block[at + 3];
    }
    for (let i = 16; i < 64; i += 1) {
      const [far, near] = [words[i - 15], words[i - 2]];
      const first = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
      const second = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
      words[i] = words[i - 16] + first + words[i - 7] + second;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const choice = (e & f) ^ (~e & g);
      const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + rounds[i] + words[i]) | 0;
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function createConstants(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => (root - Math.floor(root)) * 2 ** 32;
  const cubeRoots = primes.map((prime) => fraction(Math.cbrt(prime)));
  return [
    Uint32Array.from(cubeRoots),
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
}
