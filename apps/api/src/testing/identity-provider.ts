export { ProviderVisitor, TestIdentityProvider, type ProviderAccount } from '@drover/test-services';
