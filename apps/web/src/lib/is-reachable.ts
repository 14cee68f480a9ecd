/** Whether the server sends pages. While it upgrades its database, it answers this request only. */
export async function isReachable(): Promise<boolean> {
  try {
    const response = await fetch('/healthz');
    return response.ok && ((await response.json()) as { status: string }).status === 'ok';
  } catch {
    return false;
  }
}
