import { LIMITS, type Listing, type Quote } from '@drover/contract';
import { escapeHtml } from '../../http/escape-html';
import { LISTING_STYLE } from './listing-style';
import { LISTING_TEXTS, type ListingLanguage } from './listing-texts';

/** A code that a visitor entered. It is invalid if it has no quote. */
export interface CheckedCode {
  code: string;
  quote?: Quote;
}

interface ListingView {
  listing: Listing;
  checked?: CheckedCode;
  language: ListingLanguage;
}

/** Renders the page of a listing. Its form works without JavaScript. All text from users is escaped. */
export function listingHtml({ listing, checked, language }: ListingView): string {
  const { slug, name, version, ownerName, description } = listing;
  const texts = LISTING_TEXTS[language];
  // The console uses a code of 100 % to add the script.
  const code = checked?.quote?.percentOff === 100 ? `?code=${encodeURIComponent(checked.code)}` : '';
  return page(language, {
    title: `${name} ${version}`,
    summary: description || `${name} · ${texts.version(version)}`,
    body: `
      <header>
        <h1 lang="" dir="auto">${escapeHtml(name)}</h1>
        <p>${texts.version(escapeHtml(version))} · ${texts.by(`<bdi lang="" dir="auto">${escapeHtml(ownerName)}</bdi>`)}</p>
      </header>
      <section>
        ${description ? `<p class="description" lang="" dir="auto">${escapeHtml(description)}</p>` : `<p class="quiet">${texts.noDescription}</p>`}
      </section>
      <section>
        ${priceHtml({ listing, checked, language })}
        <a class="button" href="/listings/${escapeHtml(slug)}${code}">${texts.add}</a>
        <p class="quiet">${texts.addHint}</p>
      </section>`,
  });
}

/** Renders the page for an unknown slug. */
export function notFoundHtml(language: ListingLanguage): string {
  const { missing, missingText } = LISTING_TEXTS[language];
  return page(language, {
    title: missing,
    summary: missingText,
    body: `
      <header>
        <h1>${missing}</h1>
        <p>${missingText}</p>
      </header>`,
  });
}

function priceHtml({ listing: { plan, price, currency }, checked, language }: ListingView): string {
  const texts = LISTING_TEXTS[language];
  if (plan === 'free' || price === null || currency === null) return `<p class="price">${texts.free}</p>`;
  return `<p class="price">${formatMonthlyPrice({ price, currency, language })}</p>
        <p class="quiet">${texts.paid}</p>
        <form method="get">
          <label for="code">${texts.code}</label>
          <div>
            <input id="code" name="code" value="${escapeHtml(checked?.code ?? '')}" required
              maxlength="${LIMITS.filterChars}" autocomplete="off" autocapitalize="characters" spellcheck="false">
            <button>${texts.check}</button>
          </div>
        </form>
        ${checked ? quoteHtml(checked, language) : ''}`;
}

function quoteHtml({ quote }: CheckedCode, language: ListingLanguage): string {
  const texts = LISTING_TEXTS[language];
  if (!quote) return `<p role="status" class="wrong">${texts.wrongCode}</p>`;
  const { percentOff, price, discountedPrice, currency } = quote;
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  return `<p role="status"><del>${formatMonthlyPrice({ price, currency, language })}</del>
          <ins>${formatMonthlyPrice({ price: discountedPrice, currency, language })}</ins>
          ${texts.discount(percents.format(percentOff / 100))}${percentOff === 100 ? `<br>${texts.canAdd}` : ''}</p>`;
}

/** Formats a price in minor units, of which a currency may have none: 1,250 is €12.50, and ¥1,250. */
function formatMonthlyPrice(monthlyPrice: {
  price: number;
  currency: string;
  language: ListingLanguage;
}): string {
  const { price, currency, language } = monthlyPrice;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return LISTING_TEXTS[language].monthly(escapeHtml(format.format(price / 10 ** maximumFractionDigits)));
}

const logo = `<svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#3b5bdb"/>
        <path d="M9 23V9h6.5a7 7 0 0 1 0 14z" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/>
        <circle cx="23.5" cy="9" r="2.5" fill="#8ce99a"/>
      </svg>`;

function page(
  language: ListingLanguage,
  { title, summary, body }: { title: string; summary: string; body: string },
): string {
  const { tag, reference } = LISTING_TEXTS[language];
  return `<!doctype html>
<html lang="${tag}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)} · Drover</title>
    <meta name="description" content="${escapeHtml(summary)}">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <style>${LISTING_STYLE}</style>
  </head>
  <body>
    <nav aria-label="Drover">
      <a href="/">${logo} Drover</a>
    </nav>
    <main>${body}
    </main>
    <footer><a href="/docs">${reference}</a></footer>
  </body>
</html>
`;
}
