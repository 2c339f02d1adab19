-- The key seals second factors, too, not only jobs.
update secrets set name = 'data-key-fingerprint' where name = 'job-key-fingerprint';
