import { PAGE_STYLE } from '../http/page-style';

/** Styles of the reference page. */
export const styleSheet = `${PAGE_STYLE}
:root {
  --code: light-dark(#eff1f4, #262a31);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  scroll-padding-top: 4.5rem;
}
[hidden] { display: none !important; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: fixed; top: .5rem; left: .5rem; z-index: 2; padding: .5rem .9rem; border-radius: 8px;
  background: var(--surface); transform: translateY(-5rem); }
.skip:focus { transform: none; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .35rem 1.25rem;
  padding: .6rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--surface); }
.home { color: inherit; font-weight: 650; text-decoration: none; }
.filter { display: flex; align-items: center; gap: .6rem; margin-left: auto; font-size: .875rem; }
#filter { width: 14rem; height: 34px; padding: 0 .75rem; border: 1px solid var(--border); border-radius: 8px;
  background: var(--canvas); color: inherit; font: inherit; }
#found { min-width: 7.5rem; color: var(--dimmed); font-size: .875rem; }
.columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 3.5rem; align-self: start; max-height: calc(100dvh - 3.5rem); padding: 1.25rem;
  overflow-y: auto; font-size: .875rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .2rem 0; color: inherit; text-decoration: none; }
nav a:hover { color: var(--link); text-decoration: underline; }
main { min-width: 0; padding: 1.25rem 1.25rem 5rem; outline: none; }
main.filtered > :not(h1, .tag) { display: none; }
h1 { margin: 0 0 1rem; font-size: 1.625rem; line-height: 1.35; }
h2 { margin: 2.75rem 0 .5rem; font-size: 1.25rem; }
h3 { display: inline; margin: 0; font-size: .9375rem; font-weight: 600; }
h4 { margin: 1.25rem 0 .35rem; font-size: .875rem; }
code, pre { font-family: var(--mono); font-size: .8125rem; }
code { padding: .1em .3em; border-radius: 4px; background: var(--code); }
pre { margin: 0; padding: .75rem 1rem; border-radius: 8px; background: var(--code); white-space: pre-wrap; }
pre code, h3 code { padding: 0; background: none; }
figure { margin: 0 0 .75rem; }
figcaption { margin-bottom: .25rem; color: var(--dimmed); font-size: .8125rem; }
summary { cursor: pointer; }
.entry { margin-bottom: .5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.entry > summary { padding: .55rem .9rem; }
.body { padding: 0 .9rem .9rem; }
.body, .body p { font-size: .9375rem; }
.body p { margin: .35rem 0; }
.summary { display: block; padding-left: 5.1rem; color: var(--dimmed); font-size: .875rem; font-weight: 400; }
.method { display: inline-block; min-width: 3.7rem; font: 700 .75rem var(--mono); }
.get { color: light-dark(#1a4fa3, #91c4ff); }
.post { color: light-dark(#1d6b36, #8ce99a); }
.put { color: light-dark(#7a4d00, #ffd68a); }
.delete { color: light-dark(#a3123a, #ffa8b6); }
.fields { margin: .35rem 0; padding: 0; list-style: none; }
.fields .fields { margin-left: 1rem; padding-left: .75rem; border-left: 2px solid var(--line); }
.fields > li { padding: .4rem 0; border-top: 1px solid var(--line); }
.type { font-size: .8125rem; }
.note { color: var(--dimmed); font-size: .8125rem; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; overflow-wrap: normal; }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td:last-child { min-width: 14rem; }
tr:target { background: light-dark(#fff3c4, #3a3413); }
@media (max-width: 48rem) {
  :root { scroll-padding-top: 7rem; }
  .columns { display: block; }
  .filter { margin-left: 0; }
  #found { min-width: 0; }
  nav { position: static; max-height: none; padding: .25rem 1rem; border-bottom: 1px solid var(--line); overflow-x: auto; }
  nav ul { display: flex; gap: 1rem; white-space: nowrap; }
  nav a { padding: .4rem 0; }
  main { padding: 1rem 1rem 4rem; }
  .summary { padding-left: 0; }
  th, td { padding: .4rem .5rem; }
}
@media print { header, nav { display: none; } }
`;
