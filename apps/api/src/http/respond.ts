/** Responds with 200 and the body. */
export async function ok<Body>(body: Body | Promise<Body>) {
  return { status: 200 as const, body: await body };
}

/** Responds with 201 and the created record. */
export async function created<Body>(body: Body | Promise<Body>) {
  return { status: 201 as const, body: await body };
}

/** Responds with 204 after the promise has been fulfilled. */
export async function noContent(done: Promise<unknown>) {
  await done;
  return { status: 204 as const, body: undefined };
}
