export { freePort } from '@drover/test-services';
