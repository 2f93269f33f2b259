# A remote cache for tests of builds: nginx on a port of its own. Source it after nested.sh.
#
#   start_cache DIR     leaves its address in $cache_url and its log (METHOD PATH STATUS) in DIR/log
#   stop_cache

start_cache() {
  local directory=$1 port
  mkdir -p "$directory/files" "$directory/temporary"
  for _ in $(seq 20); do
    port=$((20000 + RANDOM % 12000))
    nginx_configuration "$directory" "$port" >"$directory/nginx.conf"
    "${as_somebody[@]}" "$runfiles/nginx/bin/nginx" -e "$directory/error" -p "$directory" -c "$directory/nginx.conf" &
    cache_server=$!
    for _ in $(seq 50); do
      if (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && kill -0 "$cache_server" 2>/dev/null; then
        cache_url=http://127.0.0.1:$port
        return
      fi
      kill -0 "$cache_server" 2>/dev/null || break # the port is somebody else's
      sleep 0.1
    done
  done
  fail "nginx does not start: $(cat "$directory/error")"
}

stop_cache() {
  kill "$cache_server" 2>/dev/null && wait "$cache_server" || true
  cache_server=
}

nginx_configuration() {
  cat <<NGINX
daemon off;
master_process off;
pid $1/pid;
error_log $1/error;
events { worker_connections 1024; }
http {
  log_format request '\$request_method \$uri \$status';
  access_log $1/log request;
  client_body_temp_path $1/temporary/body;
  fastcgi_temp_path $1/temporary/fastcgi;
  proxy_temp_path $1/temporary/proxy;
  scgi_temp_path $1/temporary/scgi;
  uwsgi_temp_path $1/temporary/uwsgi;
  keepalive_requests 100000;
  tcp_nodelay on;
  server {
    listen 127.0.0.1:$2 backlog=1024;
    client_max_body_size 0;
    root $1/files;
    location ~ ^/(ac|cas)/ {
      dav_methods PUT;
      create_full_put_path on;
      limit_except GET PUT { deny all; }
    }
    location / { deny all; }
  }
}
NGINX
}
