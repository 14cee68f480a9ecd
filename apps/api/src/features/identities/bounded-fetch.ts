import { BUDGET } from '@drover/contract/budget';

const maxBytes = BUDGET.providerAnswerBytes.max;

/** Requests to identity providers. Fails if the answer is too large, before it is in memory. */
export async function boundedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options);
  if (!response.body) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new Error(`The answer of ${new URL(url).host} has more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
}
