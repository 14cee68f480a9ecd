export { startS3, type S3Server } from '@drover/test-services';
