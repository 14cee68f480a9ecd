import { drover } from '../../lib/drover';

/** What the page remembers while the browser is at an identity provider. */
export interface ProviderVisit {
  purpose: 'sign-in' | 'link';
  /** The page of the console to return to. */
  path: string;
}

const storageKey = 'drover-provider-visit';

/** Sends the browser to an identity provider to sign in, and then back to the current page. */
export async function signInAtProvider(providerId: string): Promise<void> {
  const { url } = await drover.identities.startSignIn({ providerId });
  leave('sign-in', url);
}

/** Sends the browser to an identity provider to link an account there. */
export async function linkAtProvider(providerId: string, currentPassword?: string): Promise<void> {
  const { url } = await drover.identities.startLink({ providerId, currentPassword });
  leave('link', url);
}

function leave(purpose: ProviderVisit['purpose'], url: string): void {
  const { pathname, search, hash } = window.location;
  const path = pathname.startsWith('/sign-in/') ? '/' : pathname + search + hash;
  sessionStorage.setItem(storageKey, JSON.stringify({ purpose, path } satisfies ProviderVisit));
  window.location.assign(url);
}

/** Returns why this tab was at a provider. A tab that was not has to sign in. */
export function readProviderVisit(): ProviderVisit {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? { purpose: 'sign-in', path: '/' } : (JSON.parse(text) as ProviderVisit);
}

export const forgetProviderVisit = () => sessionStorage.removeItem(storageKey);
