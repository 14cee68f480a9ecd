/** Styles of the reference page. The operations use the styles of Swagger UI. */
export const styleSheet = `
:root { color-scheme: light; font-family: system-ui, sans-serif; line-height: 1.5; color: #1f2933; background: #fff; }
body { margin: 0; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: .75rem 1.25rem;
  background: #fff; border-bottom: 1px solid #d9e2ec; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
a { color: #0b5cad; }
main { max-width: 1460px; margin: 0 auto; }
section { padding: 0 1.25rem; scroll-margin-top: 4rem; }
#operations { padding: 0; }
/* Hides the table of errors in the description, which is meant for readers of openapi.json. */
.swagger-ui .info h2:not(.title), .swagger-ui .info table { display: none; }
h2 { margin: 2.5rem 0 1rem; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid #d9e2ec; }
tbody tr { scroll-margin-top: 5rem; }
tr:target { background: #fff3c4; }
main { padding-bottom: 4rem; }
@media (max-width: 40rem) {
  .swagger-ui .wrapper { padding: 0 .75rem; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; overflow-wrap: anywhere; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock-body { overflow-x: auto; }
  th, td { padding: .4rem .5rem; }
}
`;
