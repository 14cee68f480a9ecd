import './app/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { isReachable } from './lib/is-reachable';
import { startTexts } from './texts/i18n';

const container = document.getElementById('root')!;
const retryMs = 2_000;

startTexts().then(
  () =>
    createRoot(container).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  () => void reloadOnceReachable(),
);

/** Waits for the server, from which the texts of the language could not be fetched. So both languages are shown. */
async function reloadOnceReachable(): Promise<void> {
  container.textContent = 'Waiting for the server… 正在等待服务器…';
  do await new Promise((resolve) => setTimeout(resolve, retryMs));
  while (!(await isReachable()));
  window.location.reload();
}
