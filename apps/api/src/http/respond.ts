/** 200 with the body that a feature gives. */
export async function ok<Body>(body: Body | Promise<Body>) {
  return { status: 200 as const, body: await body };
}

/** 201 with the record that a feature made. */
export async function created<Body>(body: Body | Promise<Body>) {
  return { status: 201 as const, body: await body };
}

/** 204 once a feature is done. */
export async function noContent(done: Promise<unknown>) {
  await done;
  return { status: 204 as const, body: undefined };
}
