import './app/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startTexts } from './texts/i18n';

const root = createRoot(document.getElementById('root')!);
void startTexts().then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
