import { PAGE_STYLE } from '../../http/page-style';

/** Styles of the pages of listings. */
export const LISTING_STYLE = `${PAGE_STYLE}
    :root {
      --accent: light-dark(#4263eb, #3b5bdb);
      --error: light-dark(#c21e3a, #ff8797);
    }
    nav { border-bottom: 1px solid var(--line); background: var(--surface); }
    nav a { display: inline-flex; align-items: center; gap: 10px; height: 56px; color: inherit;
      font-size: 1.0625rem; font-weight: 650; letter-spacing: -0.01em; text-decoration: none; }
    nav, footer { padding: 0 max(1rem, 50% - 29rem); }
    main { display: grid; grid-template-columns: minmax(0, 1fr) 22rem; align-items: start; gap: 1.5rem;
      max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
    header { grid-column: 1 / -1; }
    h1 { margin: 0; font-size: 1.625rem; font-weight: 650; line-height: 1.35; }
    header p { margin: 0.25rem 0 0; }
    .quiet, header p, footer { color: var(--dimmed); font-size: 0.875rem; }
    section { padding: 1.25rem; border: 1px solid var(--line); border-radius: 16px; background: var(--surface); }
    .description { margin: 0; white-space: pre-wrap; }
    section p { margin: 0 0 1rem; }
    section p:last-child { margin-bottom: 0; }
    .price { font-size: 1.375rem; font-weight: 650; }
    label { display: block; margin-bottom: 4px; font-size: 0.875rem; font-weight: 550; }
    form div { display: flex; gap: 0.5rem; margin-bottom: 1rem; }
    input, button, .button { min-width: 0; height: 36px; padding: 0 0.9rem; border: 1px solid var(--border);
      border-radius: 8px; background: var(--surface); color: inherit; font: inherit; font-size: 0.875rem; }
    input { flex: 1; }
    button { font-weight: 600; cursor: pointer; }
    .button { display: block; border: 0; background: var(--accent); color: #fff; font-weight: 600;
      line-height: 36px; text-align: center; text-decoration: none; }
    .button + p { margin: 0.5rem 0 0; text-align: center; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    ins { font-weight: 600; text-decoration: none; }
    del { color: var(--dimmed); }
    .wrong { color: var(--error); }
    footer a { color: var(--link); }
    @media (max-width: 48rem) { main { grid-template-columns: minmax(0, 1fr); padding: 1.25rem 1rem; } }
  `;
