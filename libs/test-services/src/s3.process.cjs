// A server with the interface of S3, in a process of its own.
const S3rver = require('@20minutes/s3rver');

const [directory, port, bucket] = process.argv.slice(2);
const server = { directory, port: Number(port), address: '127.0.0.1', silent: true };
void new S3rver({ ...server, configureBuckets: [{ name: bucket }] }).run();
