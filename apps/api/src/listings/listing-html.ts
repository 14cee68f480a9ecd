import { LIMITS, type Listing, type Quote } from '@drover/contract';

/** What a visitor gets for the code that they typed: its quote, or why there is none. */
export interface CheckedCode {
  code: string;
  quote?: Quote;
  problem?: string;
}

/** The page of a listing. Its form works without JavaScript, and all text of others is escaped. */
export function listingHtml(listing: Listing, checked?: CheckedCode): string {
  const { name, version, ownerName, description } = listing;
  return page({
    title: `${name} ${version}`,
    summary: description || `${name}, version ${version}, by ${ownerName}`,
    body: `
    <header>
      <h1 lang="" dir="auto">${escape(name)}</h1>
      <p>Version ${escape(version)} · by <span lang="" dir="auto">${escape(ownerName)}</span></p>
    </header>
    ${description && `<p class="description" lang="" dir="auto">${escape(description)}</p>`}
    ${priceHtml(listing, checked)}
    <footer>Add it in the console, or with <code>POST /v1/listings/${escape(listing.slug)}/library</code>.</footer>`,
  });
}

/** The page where no listing is. */
export function noListingHtml(): string {
  return page({
    title: 'No such script',
    summary: 'There is no such script here.',
    body: `
    <h1>No such script</h1>
    <p>There is no script at this address, or its owner has taken the listing down.</p>`,
  });
}

function priceHtml({ plan, price, currency }: Listing, checked?: CheckedCode): string {
  if (plan === 'free' || price === null || currency === null) return '<p class="price">Free</p>';
  return `<p class="price">${monthly(price, currency)}</p>
    <form method="get">
      <label for="code">Promotion code</label>
      <input id="code" name="code" value="${escape(checked?.code ?? '')}" required
        maxlength="${LIMITS.filterChars}" autocomplete="off" autocapitalize="characters" spellcheck="false">
      <button>Check</button>
    </form>
    ${checked ? `<p role="status">${answerHtml(checked)}</p>` : ''}`;
}

function answerHtml({ quote, problem = '' }: CheckedCode): string {
  if (!quote) return escape(problem);
  const { percentOff, price, discountedPrice, currency } = quote;
  return `<del>${monthly(price, currency)}</del>
      <ins>${monthly(discountedPrice, currency)}</ins> with this code: ${percentOff} % off`;
}

/** The amount that minor units are: 1,250 is EUR 12.50, and JPY 1,250. */
function monthly(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return `${format.format(minorUnits / 10 ** maximumFractionDigits)} a month`;
}

const style = `
    :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
    body { max-width: 38rem; margin: 0 auto; padding: 2rem 1.25rem; overflow-wrap: anywhere; }
    h1 { margin: 0; line-height: 1.25; }
    header p, footer { margin-top: 0.25rem; opacity: 0.75; }
    .description { white-space: pre-wrap; }
    .price { font-size: 1.5rem; font-weight: 600; }
    form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
    input, button { font: inherit; padding: 0.4rem 0.7rem; }
    input { flex: 1 1 10rem; min-width: 0; }
    ins { font-weight: 600; text-decoration: none; }
    footer { margin-top: 3rem; font-size: 0.875rem; }
  `;

function page({ title, summary, body }: { title: string; summary: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escape(title)} · Drover</title>
    <meta name="description" content="${escape(summary)}">
    <style>${style}</style>
  </head>
  <body>
    <main>${body}
    </main>
  </body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
